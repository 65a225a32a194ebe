/** The asset with the packed source map of the server. */
export const mapKey = 'server.map'
