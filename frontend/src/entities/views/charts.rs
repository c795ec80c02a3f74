//! Charts of the sentences about an entity: with whom it is named, and where in the text. Both
//! repeat the lists beside them, so screen readers skip them.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use leptos::prelude::*;
use protocol::{EntityId, Fact};

use crate::entities::facts::EntityFacts;
use crate::entities::store::{EntityStore, use_entities};
use crate::entities::strings;
use crate::reader::store::use_reader;

/// The number of others to draw.
const DRAWN: usize = 8;
/// The maximum number of letters of a drawn name: more do not fit beside the circle of others.
const LETTERS: usize = 12;
/// The size of the picture of others, in pixels.
const WIDTH: f64 = 264.0;
const HEIGHT: f64 = 190.0;
/// The distance of others from the middle, sideways and upwards.
const ASIDE: f64 = 56.0;
const ABOVE: f64 = 72.0;
/// The widths of lines, for one sentence and for the maximum.
const THIN: f64 = 1.0;
const THICK: f64 = 5.0;
/// The number of bars in the timeline.
const PARTS: usize = 66;

/// An entity in a picture.
#[derive(Debug, Clone, PartialEq)]
struct ChartedEntity {
    id: EntityId,
    /// The number of sentences that also name the chosen entity.
    shared: usize,
    x: f64,
    y: f64,
}

/// The entities that are named together with the chosen one, and with each other.
#[component]
pub fn TogetherPicture(facts: EntityFacts) -> impl IntoView {
    let entities = use_entities();
    move || {
        let (names, facts) = (entities.names.get()?, facts.get()?);
        let own = entities.chosen.get()?.name;
        let others = around(&names.together(&facts));
        // A single other would be one line, which the list says better.
        (others.len() > 1).then(|| {
            let most = others.iter().map(|other| other.shared).max().unwrap_or(1);
            let lines = others.iter().map(|other| {
                line((WIDTH / 2.0, HEIGHT / 2.0), (other.x, other.y), (other.shared, most))
            });
            let between = pairs(&facts, &others).into_iter().map(|(one, other, shared)| {
                let (one, other) = (&others[one], &others[other]);
                line((one.x, one.y), (other.x, other.y), (shared, most))
            });
            let lines: Vec<_> = between.chain(lines).collect();
            let named = |other: &ChartedEntity| {
                let name = names.one(other.id)?.name.clone();
                Some(dot(entities, other.clone(), name))
            };
            let dots: Vec<_> = others.iter().filter_map(named).collect();
            view! {
                <svg
                    class="together"
                    viewBox=format!("0 0 {WIDTH} {HEIGHT}")
                    aria-hidden="true"
                    data-testid="name-picture"
                >
                    {lines}
                    <circle class="own" cx=WIDTH / 2.0 cy=HEIGHT / 2.0 r="6">
                        <title>{own}</title>
                    </circle>
                    {dots}
                </svg>
            }
        })
    }
}

/// A line between two names. Its thickness is the number of sentences that they share, relative to the maximum.
fn line(one: (f64, f64), other: (f64, f64), (shared, most): (usize, usize)) -> impl IntoView {
    let width = THIN + (THICK - THIN) * (shared as f64 / most.max(1) as f64).min(1.0);
    view! {
        <line x1=one.0 y1=one.1 x2=other.0 y2=other.1 stroke-width=format!("{width:.1}") />
    }
}

fn dot(
    entities: EntityStore,
    ChartedEntity { id, x, y, .. }: ChartedEntity,
    name: String,
) -> impl IntoView {
    // Names are written outwards, so that they do not cross the lines.
    let (anchor, text) = if x < WIDTH / 2.0 { ("end", x - 7.0) } else { ("start", x + 7.0) };
    let short = shortened(&name);
    view! {
        <g class="other" on:click=move |_| entities.choose(id)>
            <title>{name}</title>
            <text x=text y=y text-anchor=anchor dominant-baseline="middle">{short}</text>
            <circle cx=x cy=y r="4" />
        </g>
    }
}

fn shortened(name: &str) -> String {
    match name.chars().count() > LETTERS {
        true => name.chars().take(LETTERS - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}

/// Places the names that share most sentences with the chosen entity on a circle.
fn around(together: &[(EntityId, usize)]) -> Vec<ChartedEntity> {
    let others = &together[..together.len().min(DRAWN)];
    let count = others.len().max(1) as f64;
    let place = |(nth, (id, shared)): (usize, (EntityId, usize))| {
        // Half a step keeps names away from the top and the bottom, where labels would overlap.
        let angle = TAU * (nth as f64 + 0.5) / count;
        let (x, y) = (WIDTH / 2.0 + ASIDE * angle.sin(), HEIGHT / 2.0 - ABOVE * angle.cos());
        ChartedEntity { id, shared, x, y }
    };
    others.iter().copied().enumerate().map(place).collect()
}

/// The pairs of them that share sentences, with the number of these.
fn pairs(facts: &[Fact], drawn: &[ChartedEntity]) -> Vec<(usize, usize, usize)> {
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for fact in facts {
        let named = |&at: &usize| fact.with.contains(&drawn[at].id);
        let named: Vec<usize> = (0..drawn.len()).filter(named).collect();
        for (nth, &one) in named.iter().enumerate() {
            for &other in &named[nth + 1..] {
                *shared.entry((one, other)).or_default() += 1;
            }
        }
    }
    shared.into_iter().map(|((one, other), shared)| (one, other, shared)).collect()
}

/// Where in the text an entity is named: a bar for each part of it, which leads to the first
/// sentence there.
#[component]
pub fn Timeline(facts: EntityFacts) -> impl IntoView {
    let reader = use_reader();
    let entities = use_entities();
    move || {
        let facts = facts.get()?;
        let end = reader.text.with(|text| text.as_ref()?.pages.last().map(|page| page.end))?;
        (facts.len() > 1 && end > 0).then(|| {
            let parts = by_part(&facts, end);
            let most = parts.iter().map(Vec::len).max().unwrap_or(1).max(1) as f64;
            let named = parts.into_iter().enumerate().filter(|(_, named)| !named.is_empty());
            let bars: Vec<_> = named
                .map(|(part, named)| {
                    let height = 4.0 + 20.0 * named.len() as f64 / most;
                    let place = facts[named[0]].place.clone();
                    view! {
                        <g class="bar" on:click=move |_| entities.show_fact(&place)>
                            <rect class="part" x=part * 4 y="0" width="4" height="24" />
                            <rect x=part * 4 y=24.0 - height width="3" height=height />
                        </g>
                    }
                })
                .collect();
            view! {
                <h3>{strings::name_where()}</h3>
                <svg
                    class="timeline"
                    viewBox=format!("0 0 {} 24", PARTS * 4)
                    preserveAspectRatio="none"
                    aria-hidden="true"
                    data-testid="name-timeline"
                >
                    {bars}
                </svg>
            }
        })
    }
}

/// For each part of a text, the numbers of the sentences that begin in it.
fn by_part(facts: &[Fact], end: u32) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); PARTS];
    for (nth, fact) in facts.iter().enumerate() {
        let part = u64::from(fact.place.start) * PARTS as u64 / u64::from(end.max(1));
        parts[(part as usize).min(PARTS - 1)].push(nth);
    }
    parts
}

#[cfg(test)]
mod tests {
    use protocol::{DocumentId, FactKind, Place};

    use super::*;

    fn fact(start: u32, with: &[EntityId]) -> Fact {
        Fact {
            kind: FactKind::Event,
            text: String::new(),
            with: with.to_vec(),
            by_pronoun: false,
            weight: None,
            place: Place {
                document: DocumentId(1),
                page: None,
                start,
                end: start + 1,
                rects: Vec::new(),
            },
        }
    }

    #[test]
    fn others_stand_around_the_middle_and_are_joined_where_they_meet() {
        let facts = [fact(0, &[3, 5]), fact(9, &[3]), fact(20, &[5, 3, 7])];
        let drawn = around(&[(3, 3), (5, 2), (7, 1)]);
        let shared: Vec<(EntityId, usize)> = drawn.iter().map(|one| (one.id, one.shared)).collect();
        assert_eq!(shared, [(3, 3), (5, 2), (7, 1)]);
        assert!(
            drawn.iter().all(|one| (0.0..WIDTH).contains(&one.x) && (0.0..HEIGHT).contains(&one.y))
        );
        assert_eq!(pairs(&facts, &drawn), [(0, 1, 2), (0, 2, 1), (1, 2, 1)]);
        let many: Vec<(EntityId, usize)> = (0..30).map(|id| (id, 1)).collect();
        assert_eq!(around(&many).len(), DRAWN);
        assert!(around(&[]).is_empty());
    }

    #[test]
    fn sentences_fall_into_parts_of_the_text() {
        let parts = by_part(&[fact(0, &[]), fact(1, &[]), fact(999, &[]), fact(5_000, &[])], 1_000);
        assert_eq!((parts.len(), &parts[0], &parts[PARTS - 1]), (PARTS, &vec![0, 1], &vec![2, 3]));
        assert_eq!(by_part(&[], 0).concat(), Vec::<usize>::new());
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("Ann Hill"), "Ann Hill");
        assert_eq!(shortened("The Honourable Society"), "The Honoura…");
    }
}
