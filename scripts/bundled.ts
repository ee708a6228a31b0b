/**
 * The packages whose code is built into dist/ instead of being a dependency. Their licences travel with us.
 *
 * @module
 */
export const bundled: readonly string[] = ['@noble/hashes', 'commander']
