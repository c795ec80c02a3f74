//! A Debian package with the programs, the models and PDFium.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::app;
use crate::places::WorkspacePaths;
use crate::programs::{self, BuildOptions};
use crate::setup::models::ModelsFolderFile;
use crate::setup::packages;
use crate::shell::{command, find, printed, run, say};
use crate::stamp::files_below;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Each program and its place: people start those in `bin`, and these start the others.
const PROGRAMS: [(&str, &str); 5] = [
    ("pecan-desktop", "usr/bin/pecan-desktop"),
    ("pecan", "usr/bin/pecan"),
    ("pecan-reader", "usr/lib/pecan/pecan-reader"),
    ("pecan-download", "usr/lib/pecan/pecan-download"),
    ("pecan-serve", "usr/lib/pecan/pecan-serve"),
];
const PROGRAM: &str = "755";
const DATA: &str = "644";
const ICONS: [(&str, &str); 3] =
    [("32x32.png", "32x32"), ("128x128.png", "128x128"), ("128x128@2x.png", "256x256")];

const STARTER: &str = "\
[Desktop Entry]
Type=Application
Name=Pecan
Comment=Ask long documents, and see why the answer is what it is
Exec=pecan-desktop %F
Icon=pecan
Categories=Office;
MimeType=text/plain;text/markdown;text/html;application/pdf;application/epub+zip;\
application/vnd.openxmlformats-officedocument.wordprocessingml.document;\
application/vnd.oasis.opendocument.text;application/x-fictionbook+xml;
";

const COPYRIGHT: &str = "\
Files: *
Copyright: The Pecan authors
License: MIT or Apache-2.0
 See LICENSE-MIT and LICENSE-APACHE in this folder.

Files: usr/share/pecan/models/smollm2-pecan.gguf
Copyright: The authors of SmolLM2; the Pecan authors
License: Apache-2.0
 See LICENSE-APACHE in this folder.
Comment: HuggingFaceTB/SmolLM2-135M-Instruct, changed: an adapter was added that was trained on
 FairytaleQA (Apache-2.0) and LitBank (CC BY 4.0).

Files: usr/share/pecan/models/minilm.gguf
Copyright: The authors of sentence-transformers
License: Apache-2.0
 See LICENSE-APACHE in this folder.
Comment: sentence-transformers/all-MiniLM-L6-v2, converted to GGUF.

Files: usr/share/pecan/models/libpdfium.so
Copyright: The PDFium authors, and those of the libraries in it
License: BSD-3-Clause and Apache-2.0
 See the texts in usr/share/pecan/models/licences/pdfium.
";

/// Sets up, builds, and makes `target/pecan_VERSION_ARCHITECTURE.deb`.
///
/// # Errors
/// If something does not compile, or the packaging tools are missing.
pub fn make(places: &WorkspacePaths, wishes: BuildOptions) -> Result<()> {
    // On Debian, the set-up installs the packaging tools.
    if !packages::is_debian() && find("dpkg-shlibdeps").is_none() {
        bail!("a Debian package needs Debian or dpkg-dev");
    }
    programs::build_for_any(places, wishes)?;
    let sample = app::write_sample(places)?;
    package(places, &sample)
}

/// Makes the package from the build output.
fn package(places: &WorkspacePaths, sample: &Path) -> Result<()> {
    let stage = places.target.join("bundle");
    if stage.exists() {
        fs::remove_dir_all(&stage).with_context(|| stage.display().to_string())?;
    }
    fs::create_dir_all(stage.join("debian")).with_context(|| stage.display().to_string())?;
    let package = Package { places, root: stage.join("root") };
    package.fill(sample)?;
    package.describe(&stage)?;
    package.build()?;
    // The laid-out files are in the package now.
    fs::remove_dir_all(&stage).with_context(|| stage.display().to_string())
}

/// A package's files, laid out as on the machine that the package will be installed on.
struct Package<'a> {
    places: &'a WorkspacePaths,
    root: PathBuf,
}

impl Package<'_> {
    fn fill(&self, sample: &Path) -> Result<()> {
        let checkout = &self.places.root;
        for (name, place) in PROGRAMS {
            self.put(&self.places.program(name), place, PROGRAM)?;
        }
        let models = &self.places.models;
        // The folder may hold other files, which are not ours to redistribute.
        for name in ModelsFolderFile::ALL.map(ModelsFolderFile::name) {
            self.put(&models.join(name), &format!("usr/share/pecan/models/{name}"), DATA)?;
        }
        self.put_all(&models.join("licences"), "usr/share/pecan/models/licences")?;
        self.put_all(sample, "usr/share/pecan/sample")?;
        for (file, size) in ICONS {
            let place = format!("usr/share/icons/hicolor/{size}/apps/pecan.png");
            self.put(&checkout.join("icons").join(file), &place, DATA)?;
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let place = format!("usr/share/doc/pecan/{licence}");
            self.put(&checkout.join(licence), &place, DATA)?;
        }
        self.write("usr/share/doc/pecan/copyright", COPYRIGHT)?;
        self.write("usr/share/applications/pecan.desktop", STARTER)
    }

    /// Writes the control file. `dpkg-shlibdeps` derives the required packages from the libraries
    /// that the programs are linked with.
    fn describe(&self, stage: &Path) -> Result<()> {
        fs::write(
            stage.join("debian/control"),
            "Source: pecan\n\nPackage: pecan\nArchitecture: any\n",
        )?;
        let mut needs = command("dpkg-shlibdeps", &["-O", "--ignore-missing-info"]);
        for (_, place) in PROGRAMS {
            needs.arg(format!("-eroot/{place}"));
        }
        let needs = printed(needs.current_dir(stage))?;
        let Some(depends) = needs.trim().strip_prefix("shlibs:Depends=") else {
            bail!("dpkg-shlibdeps did not list what the programs need");
        };
        self.write("DEBIAN/control", &control(architecture()?.trim(), depends, self.kilobytes()?))
    }

    fn build(&self) -> Result<()> {
        say("bundle", "packing (one or two minutes)");
        let deb = format!("pecan_{VERSION}_{}.deb", architecture()?.trim());
        let deb = self.places.target.join(deb);
        // The package gets its final name only once it is complete.
        let part = self.root.with_extension("deb");
        let build = &["--root-owner-group", "-Zxz", "--build"];
        run(command("dpkg-deb", build).arg(&self.root).arg(&part))?;
        fs::rename(&part, &deb).with_context(|| deb.display().to_string())?;
        say("bundle", &format!("install it with: sudo apt install {}", deb.display()));
        Ok(())
    }

    fn put_all(&self, folder: &Path, place: &str) -> Result<()> {
        for file in files_below(folder, &[])? {
            let name = file.strip_prefix(folder)?.to_string_lossy().into_owned();
            self.put(&file, &format!("{place}/{name}"), DATA)?;
        }
        Ok(())
    }

    fn put(&self, file: &Path, place: &str, mode: &str) -> Result<()> {
        let install = &["-D", "--mode", mode, "--no-target-directory", "--"];
        run(command("install", install).arg(file).arg(self.root.join(place)))
    }

    fn write(&self, place: &str, text: &str) -> Result<()> {
        let draft = self.root.with_extension("draft");
        fs::write(&draft, text).with_context(|| draft.display().to_string())?;
        self.put(&draft, place, DATA)
    }

    fn kilobytes(&self) -> Result<u64> {
        let mut bytes = 0;
        for file in files_below(&self.root, &["DEBIAN"])? {
            bytes += fs::metadata(file)?.len();
        }
        Ok(bytes.div_ceil(1024))
    }
}

fn architecture() -> Result<String> {
    printed(&mut command("dpkg", &["--print-architecture"]))
}

fn control(architecture: &str, depends: &str, kilobytes: u64) -> String {
    format!(
        "Package: pecan\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Pecan authors\n\
         Installed-Size: {kilobytes}\n\
         Depends: {depends}\n\
         Recommends: ca-certificates, {font}, tesseract-ocr, xdg-utils\n\
         Section: text\n\
         Priority: optional\n\
         Description: ask long documents, and see why the answer is what it is\n \
         Builds from a document a graph of what a language model found in it, with the model's\n \
         own attention as edges, and answers questions by walking that graph. Works offline.\n",
        font = packages::CJK_FONT,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A checkout, a target folder with stand-ins for our programs and one of the laboratory, and models.
    fn house(folder: &Path) -> WorkspacePaths {
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let (target, models) = (folder.join("target"), folder.join("models"));
        for folder in [&target.join("release"), &models.join("licences"), &folder.join("sample")] {
            fs::create_dir_all(folder).unwrap();
        }
        for name in PROGRAMS.map(|(name, _)| name).into_iter().chain(["pecan-lab"]) {
            fs::copy("/bin/ls", target.join("release").join(name)).unwrap();
        }
        for name in
            ModelsFolderFile::ALL.map(ModelsFolderFile::name).into_iter().chain(["large.gguf"])
        {
            fs::write(models.join(name), vec![7; 3000]).unwrap();
        }
        fs::write(models.join("licences/pdfium.txt"), "free").unwrap();
        fs::write(folder.join("sample/story.txt"), "Once").unwrap();
        WorkspacePaths { root: checkout.to_owned(), target, models }
    }

    #[test]
    fn the_package_holds_programs_models_and_what_they_need() {
        if find("dpkg-deb").is_none() || find("dpkg-shlibdeps").is_none() {
            eprintln!("skipped: no Debian tools");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let places = house(folder.path());
        package(&places, &folder.path().join("sample")).unwrap();

        let debs = files_below(&places.target, &["release", "bundle"]).unwrap();
        let [deb] = debs.as_slice() else { panic!("{debs:?}") };
        let deb = deb.to_str().unwrap();
        let contents = printed(&mut command("dpkg-deb", &["--contents", deb])).unwrap();
        for (mode, file) in [
            ("-rwxr-xr-x root/root", "./usr/bin/pecan"),
            ("-rwxr-xr-x root/root", "./usr/bin/pecan-desktop"),
            ("-rwxr-xr-x root/root", "./usr/lib/pecan/pecan-reader"),
            ("-rwxr-xr-x root/root", "./usr/lib/pecan/pecan-download"),
            ("-rwxr-xr-x root/root", "./usr/lib/pecan/pecan-serve"),
            ("-rw-r--r-- root/root", "./usr/share/pecan/models/pocket.gguf"),
            ("-rw-r--r-- root/root", "./usr/share/pecan/models/licences/pdfium.txt"),
            ("-rw-r--r-- root/root", "./usr/share/pecan/sample/story.txt"),
            ("-rw-r--r-- root/root", "./usr/share/applications/pecan.desktop"),
            ("-rw-r--r-- root/root", "./usr/share/doc/pecan/copyright"),
        ] {
            let line = contents.lines().find(|line| line.ends_with(file));
            assert!(line.is_some_and(|line| line.starts_with(mode)), "{file}\n{contents}");
        }
        for other in ["large.gguf", "pecan-lab"] {
            assert!(!contents.contains(other), "{contents}");
        }
        let needs = printed(&mut command("dpkg-deb", &["--field", deb, "Depends"])).unwrap();
        assert!(needs.contains("libc6 (>= "), "{needs}");
    }
}
