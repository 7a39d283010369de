/**
 * Stands for noble's ML-DSA in the page that works from a file, which has no room for it: a cosignature with ML-DSA-44 is
 * not checked there, and the file says so. scripts/build-page.js puts it there.
 *
 * @packageDocumentation
 */
export const ml_dsa44 = undefined
