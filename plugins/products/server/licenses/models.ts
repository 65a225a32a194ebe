/** Tables of licenses. */
export const licenseModels = [] as const
