/**
 * The version of this contract; a plugin's `info.api` must hold it. Equal to the package's version.
 * @since 1.0.0
 */
export const contractVersion = '1.0.0'
