//! A PDF with a password, made for tests.

use md5::{Digest, Md5};
use pdf_writer::{Finish, Name, Pdf, Rect, Ref};

use crate::made::line_of_text;

/// A PDF with a line of text that is locked with a password, as in PDF 1.1.
pub fn locked(password: &[u8], line: &str) -> Vec<u8> {
    let [catalog, tree, page, font, contents] = [1, 2, 3, 4, 5].map(Ref::new);
    let lock = Lock::new(password);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids([page]).count(1);
    let mut leaf = pdf.page(page);
    leaf.parent(tree).media_box(Rect::new(0.0, 0.0, 300.0, 200.0)).contents(contents);
    leaf.resources().fonts().pair(Name(b"F"), font);
    leaf.finish();
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    pdf.stream(contents, &lock.encrypt(5, &line_of_text(30.0, line)));
    lock.put_into(&pdf.finish())
}

/// The standard security handler's first revision: RC4 with keys of 40 bits.
struct Lock {
    key: Vec<u8>,
}

impl Lock {
    const OWNER: [u8; 32] = [0x5a; 32];
    const IDENTIFIER: [u8; 16] = [0xab; 16];
    const PADDING: &[u8; 32] = b"\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08\
        \x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a";

    fn new(password: &[u8]) -> Self {
        let padded = [password, Self::PADDING].concat();
        let permissions = (-4_i32).to_le_bytes();
        let seed = [&padded[..32], &Self::OWNER, &permissions, &Self::IDENTIFIER].concat();
        Self { key: Md5::digest(seed)[..5].to_vec() }
    }

    /// The stream of an object.
    fn encrypt(&self, object: u8, bytes: &[u8]) -> Vec<u8> {
        let seed = [self.key.as_slice(), &[object, 0, 0, 0, 0]].concat();
        rc4(&Md5::digest(seed)[..10], bytes)
    }

    fn put_into(&self, file: &[u8]) -> Vec<u8> {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let lock = format!(
            "trailer\n<< /ID [<{0}> <{0}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{1}> \
             /U <{2}> >> ",
            hex(&Self::IDENTIFIER),
            hex(&Self::OWNER),
            hex(&rc4(&self.key, Self::PADDING)),
        );
        let mark = b"trailer\n<<";
        let at = file.windows(mark.len()).rposition(|part| part == mark).expect("a trailer");
        [&file[..at], lock.as_bytes(), &file[at + mark.len()..]].concat()
    }
}

fn rc4(key: &[u8], bytes: &[u8]) -> Vec<u8> {
    let mut state: Vec<u8> = (0..=255).collect();
    let mut other = 0_usize;
    for nth in 0..256 {
        other = (other + state[nth] as usize + key[nth % key.len()] as usize) % 256;
        state.swap(nth, other);
    }
    let (mut one, mut other) = (0, 0);
    let mut next = |byte: &u8| {
        one = (one + 1) % 256;
        other = (other + state[one] as usize) % 256;
        state.swap(one, other);
        byte ^ state[(state[one] as usize + state[other] as usize) % 256]
    };
    bytes.iter().map(&mut next).collect()
}
