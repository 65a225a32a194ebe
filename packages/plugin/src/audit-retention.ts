/**
 * For how many days entries of the audit log are kept: at least, unless somebody says otherwise, and at most.
 * @since 1.0.0
 */
export const auditRetention = Object.freeze({ least: 30, usual: 365, most: 3650 })
