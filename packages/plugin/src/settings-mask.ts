/** What stands in place of a secret that is set; sent back, it keeps what is stored. */
export const settingsMask = '••••••••'
