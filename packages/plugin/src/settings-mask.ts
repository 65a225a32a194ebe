/** Replaces a stored secret in answers; sent back, it keeps the stored value. */
export const settingsMask = '••••••••'
