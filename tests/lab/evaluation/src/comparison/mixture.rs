//! Soft clusters of vectors, as in RAPTOR (Sarthi et al. 2024): a mixture of Gaussians in few
//! dimensions, whose number the Bayesian information criterion (BIC) selects. Every item is in each
//! cluster that it belongs to with a probability above a threshold. Clustering runs for all items, then
//! again within each cluster.
//!
//! Three things differ from RAPTOR's code. Instead of UMAP, whose layout is random, vectors are reduced
//! to their [principal components](components). Instead of full covariances, which a few items in ten
//! dimensions cannot determine, [Gaussians](gaussians) have diagonal ones with a floor. And clusters
//! have at least two items in the mean, because one that summarises a single item saves nothing.

use self::components::reduce;
use self::gaussians::Mixture;

mod components;
mod gaussians;

/// The most dimensions that vectors are reduced to; as in RAPTOR.
const DIMENSIONS: usize = 10;
/// Clusters with at most this many items are not divided again; as in RAPTOR.
const UNDIVIDED: usize = DIMENSIONS + 1;
/// An item belongs to a cluster with a probability above this; as in RAPTOR.
const THRESHOLD: f64 = 0.1;

/// Describes the settings that decide which clusters are found.
pub fn settings() -> String {
    let own = format!("{DIMENSIONS} {UNDIVIDED} {THRESHOLD}");
    format!("clusters {own}, {}, {}", components::settings(), gaussians::settings())
}

/// Returns the clusters of some vectors, each as its items in order. Every item is in at least one, and
/// no two clusters are equal.
pub fn clusters(vectors: &[&[f32]]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    for wide in soft(vectors) {
        if wide.len() <= UNDIVIDED {
            found.push(wide);
            continue;
        }
        let own: Vec<&[f32]> = wide.iter().map(|&item| vectors[item]).collect();
        for narrow in soft(&own) {
            found.push(narrow.into_iter().map(|place| wide[place]).collect());
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Returns the clusters of one mixture.
fn soft(vectors: &[&[f32]]) -> Vec<Vec<usize>> {
    if vectors.is_empty() {
        return Vec::new();
    }
    let rows = reduce(vectors, DIMENSIONS);
    let mixture = Mixture::best(&rows);
    let mut clusters = vec![Vec::new(); mixture.len()];
    for (item, row) in rows.iter().enumerate() {
        for cluster in memberships(&mixture.shares(row).0) {
            clusters[cluster].push(item);
        }
    }
    clusters.retain(|cluster| !cluster.is_empty());
    clusters
}

/// Returns the clusters of an item: all that are likely enough, or else the likeliest.
fn memberships(shares: &[f64]) -> Vec<usize> {
    let all = 0..shares.len();
    let likely: Vec<usize> = all.clone().filter(|&at| shares[at] > THRESHOLD).collect();
    match likely.is_empty() {
        true => all.max_by(|&a, &b| shares[a].total_cmp(&shares[b])).into_iter().collect(),
        false => likely,
    }
}

#[cfg(test)]
mod tests {
    use pocket::Rng;
    use proptest::prelude::*;

    use super::*;

    /// Returns `each` items around each of `corners` distant corners of a space of twenty dimensions.
    fn blobs(corners: usize, each: usize) -> Vec<Vec<f32>> {
        let mut rng = Rng::new(5);
        let item = |at: usize| -> Vec<f32> {
            let corner = at % corners;
            let mut noise = || (rng.unit() as f32 - 0.5) * 0.02;
            (0..20).map(|axis| f32::from(u8::from(axis == corner)) + noise()).collect()
        };
        (0..corners * each).map(item).collect()
    }

    fn slices(vectors: &[Vec<f32>]) -> Vec<&[f32]> {
        vectors.iter().map(Vec::as_slice).collect()
    }

    #[test]
    fn separable_blobs_are_found() {
        for (corners, each) in [(2, 3), (3, 10), (4, 12)] {
            let vectors = blobs(corners, each);
            let mut found = soft(&slices(&vectors));
            found.sort();
            let expected: Vec<Vec<usize>> = (0..corners)
                .map(|corner| (0..each).map(|round| round * corners + corner).collect())
                .collect();
            assert_eq!(found, expected, "{corners} blobs of {each}");
        }
    }

    #[test]
    fn clusters_within_clusters_stay_within() {
        let vectors = blobs(3, 14);
        let found = clusters(&slices(&vectors));
        assert!(found.len() >= 3);
        for cluster in &found {
            assert!(cluster.iter().all(|item| item % 3 == cluster[0] % 3), "{cluster:?}");
        }
    }

    #[test]
    fn an_item_between_two_clusters_is_in_both() {
        assert_eq!(memberships(&[0.6, 0.35, 0.05]), [0, 1]);
        assert_eq!(memberships(&[0.1, 0.9]), [1]);
        // Nowhere likely, but in one cluster nonetheless.
        assert_eq!(memberships(&[0.09; 11]).len(), 1);
        let even: Vec<f64> = (0..20).map(|at| if at == 7 { 0.06 } else { 0.049 }).collect();
        assert_eq!(memberships(&even), [7]);
    }

    #[test]
    fn few_or_equal_items_are_one_cluster() {
        assert!(clusters(&[]).is_empty());
        assert_eq!(clusters(&[&[1.0, 0.0]]), [[0]]);
        assert_eq!(clusters(&[&[1.0, 0.0], &[0.0, 1.0]]), [[0, 1]]);
        let same = vec![vec![0.5, 0.5, 0.0]; 30];
        assert_eq!(clusters(&slices(&same)), [(0..30).collect::<Vec<_>>()]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn every_item_is_somewhere_and_always_in_the_same_places(
            vectors in (1_usize..6).prop_flat_map(|width| {
                prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, width), 0..30)
            }),
        ) {
            let vectors = slices(&vectors);
            let found = clusters(&vectors);
            prop_assert_eq!(&found, &clusters(&vectors));
            prop_assert!(found.is_sorted_by(|a, b| a < b));
            let mut there = vec![false; vectors.len()];
            for cluster in &found {
                prop_assert!(!cluster.is_empty() && cluster.is_sorted_by(|a, b| a < b));
                cluster.iter().for_each(|&item| there[item] = true);
            }
            prop_assert!(there.into_iter().all(|there| there));
        }

        #[test]
        fn how_long_vectors_are_does_not_matter(
            vectors in prop::collection::vec(prop::collection::vec(-1.0_f32..1.0, 3), 0..20),
        ) {
            let longer: Vec<Vec<f32>> =
                vectors.iter().map(|row| row.iter().map(|value| value * 4.0).collect()).collect();
            prop_assert_eq!(clusters(&slices(&vectors)), clusters(&slices(&longer)));
        }
    }
}
