/**
 * Days for which entries of the audit log are kept: the minimum, the default, and the maximum.
 * @since 1.0.0
 */
export const auditRetention = Object.freeze({ least: 30, usual: 365, most: 3650 })
