/** 4 or 6 for an IP address, otherwise 0; for plugins, which may not use the network themselves. */
export { isIP as ipVersion } from 'node:net'
