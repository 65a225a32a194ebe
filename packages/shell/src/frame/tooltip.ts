/** A module of its own, so that the frame can fetch it late. */
export { Tooltip } from '@host/plugin-sdk'
