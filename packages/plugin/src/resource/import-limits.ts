/** Limits of an import: rows, characters of its file, bytes of its request, and problems that are answered. */
export const importLimits = Object.freeze({ rows: 1_000, characters: 500_000, bytes: 2 * 1024 * 1024, problems: 100 })
