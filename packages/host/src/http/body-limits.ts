import { limits } from '@host/plugin'

/** How large the body of a request may be. */
export interface BodyLimits {
  /** In bytes. */
  readonly bytes: number
  /** The most structural characters of its JSON. */
  readonly structure: number
}

/** The limits of a route that states none. */
export const defaultBodyLimits: BodyLimits = Object.freeze({
  bytes: limits.requestBody,
  structure: limits.jsonStructure,
})
