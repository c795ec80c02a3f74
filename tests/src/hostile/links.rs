//! Addresses to which no document may lead.

/// The placeholder for the address of a host.
const HOST: &str = "{host}";

/// Addresses that are neither web pages nor mail, in spellings that once got through somewhere.
const ADDRESSES: &[&str] = &[
    // Scripts.
    "javascript:self.__ran=1",
    "JaVaScRiPt:self.__ran=1",
    " javascript:self.__ran=1",
    "\tjavascript:self.__ran=1",
    "\njavascript:self.__ran=1",
    "\u{1}javascript:self.__ran=1",
    "\u{a0}javascript:self.__ran=1",
    "\u{200b}javascript:self.__ran=1",
    "java\nscript:self.__ran=1",
    "java\tscript:self.__ran=1",
    "javascript\n:self.__ran=1",
    "javascript&colon;self.__ran=1",
    "&#106;avascript:self.__ran=1",
    "&#x6A&#x61vascript:self.__ran=1",
    "javascript&Tab;:self.__ran=1",
    "&NewLine;javascript:self.__ran=1",
    "%6aavascript:self.__ran=1",
    "javascript%3aself.__ran=1",
    "javascript://%0aself.__ran=1",
    "javascript://{host}/%0aself.__ran=1",
    "javascript:/*--></title></style>*/self.__ran=1",
    "jav\u{ad}ascript:self.__ran=1",
    "ｊａｖａｓｃｒｉｐｔ:self.__ran=1",
    "view-source:javascript:self.__ran=1",
    "feed:javascript:self.__ran=1",
    "jar:javascript:self.__ran=1",
    "vbscript:msgbox(1)",
    "VBScript:msgbox(1)",
    "livescript:self.__ran=1",
    "mocha:self.__ran=1",
    // Pages within an address.
    "data:text/html,<script>self.__ran=1</script>",
    "DATA:text/html,<script>self.__ran=1</script>",
    " data:text/html,<script>self.__ran=1</script>",
    "data:text/html;base64,PHNjcmlwdD5zZWxmLl9fcmFuPTE8L3NjcmlwdD4=",
    "data:text/html;charset=utf-7,+ADw-script+AD4-self.__ran=1+ADw-/script+AD4-",
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='self.__ran=1'/>",
    "data:application/xhtml+xml,<script xmlns='http://www.w3.org/1999/xhtml'>__ran=1</script>",
    "data:,self.__ran=1",
    "data&colon;text/html,<script>self.__ran=1</script>",
    "blob:tauri://localhost/4d9e6d5c-0000-4000-8000-000000000000",
    "blob:null/4d9e6d5c-0000-4000-8000-000000000000",
    "filesystem:tauri://localhost/temporary/x.html",
    "about:blank",
    "about:srcdoc",
    "ABOUT:BLANK#self.__ran=1",
    // Files of this machine and of others.
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "file:/etc/passwd",
    "file:etc/passwd",
    "file://localhost/etc/passwd",
    "file://{host}/share/x",
    "file:\\\\{host}\\share\\x",
    "view-source:file:///etc/passwd",
    "jar:file:///x.jar!/x.html",
    "\\\\{host}\\share\\x",
    "//{host}/x",
    "///{host}/x",
    "\\/{host}/x",
    "/\\{host}/x",
    "\\\\?\\C:\\Windows\\x",
    "C:\\Windows\\x",
    "/etc/passwd",
    "../../../../etc/passwd",
    "..\\..\\etc\\passwd",
    "%2e%2e/%2e%2e/etc/passwd",
    "~/.ssh/id_rsa",
    "smb://{host}/share",
    "nfs://{host}/share",
    "afp://{host}/share",
    "dav://{host}/share",
    "admin:///etc/passwd",
    "trash:///",
    "mtp:/x",
    // The program's own.
    "page://localhost/1/1/800",
    "page:1/1/800",
    "PAGE://localhost/adding/1/900",
    "tauri://localhost/index.html",
    "tauri:index.html",
    "ipc://localhost/submit",
    "ipc:submit",
    "asset://localhost/etc/passwd",
    "http+ipc://localhost/submit",
    "index.html",
    "?language=de",
    "#__ran",
    // Other programs.
    "intent://x/#Intent;scheme=http;package=a.b;end",
    "ms-word:ofe|u|http://{host}/x.docm",
    "ms-msdt:/id PCWDiagnostic /param x",
    "ms-settings:network",
    "ms-cxh-full:x",
    "search-ms:query=x&crumb=location:\\\\{host}\\share",
    "shell:startup",
    "cmd:calc",
    "powershell:calc",
    "mk:@MSITStore:C:\\x.chm::/x.htm",
    "hcp://system/x",
    "res://ieframe.dll/x",
    "mhtml:file:///x.mht!x",
    "ssh://-oProxyCommand=calc/x",
    "telnet://{host}:1",
    "ftp://{host}/x",
    "sftp://{host}/x",
    "tftp://{host}/x",
    "gopher://{host}/1x",
    "git://{host}/x",
    "svn+ssh://{host}/x",
    "ws://{host}/x",
    "wss://{host}/x",
    "rtsp://{host}/x",
    "ldap://{host}/x",
    "magnet:?xt=urn:btih:0",
    "steam://run/1",
    "slack://open",
    "zoommtg://{host}/join",
    "vscode://file/etc/passwd",
    "x-apple.systempreferences:",
    "itms-services://?action=download-manifest",
    "chrome://settings",
    "resource:///x",
    "moz-extension://x/x.html",
    "webkit://inspector",
    "tel:112",
    "sms:112",
    "sip:a@{host}",
    "urn:x:y",
    "cid:1",
    "jnlp://{host}/x.jnlp",
    "apt:nmap",
    "man:ls",
    "x:y",
    ":x",
    "",
];

/// All addresses, with this host filled in.
pub fn all(host: &str) -> Vec<String> {
    ADDRESSES.iter().map(|address| address.replace(HOST, host)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn addresses_are_many_and_each_is_another() {
        assert!(ADDRESSES.len() >= 60, "{}", ADDRESSES.len());
        assert_eq!(ADDRESSES.iter().collect::<BTreeSet<_>>().len(), ADDRESSES.len());
        let scheme = |address: &&str| address.split(':').next().map(|it| it.trim().to_lowercase());
        let schemes: BTreeSet<_> =
            ADDRESSES.iter().filter(|it| it.contains(':')).map(scheme).collect();
        assert!(schemes.len() >= 60, "{schemes:?}");
        let harmless = |address: &&&str| {
            ["http:", "https:", "mailto:"]
                .iter()
                .any(|start| address.trim().to_lowercase().starts_with(start))
        };
        assert_eq!(ADDRESSES.iter().find(harmless), None);
    }
}
