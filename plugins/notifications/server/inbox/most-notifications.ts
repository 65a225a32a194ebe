/** How many notifications one person may have; the oldest go first. */
export const mostNotifications = 1_000
