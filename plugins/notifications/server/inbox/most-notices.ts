/** How many notices one person may have; the oldest go first. */
export const mostNotices = 1_000
