import { limits } from '@host/plugin'

/** How large the body of a request may be. */
export interface BodyLimits {
  /** In bytes. */
  readonly bytes: number
  /** The most structural characters of its JSON. */
  readonly structure: number
  /** The field of the input that the whole body is, such as the file of an upload. */
  readonly field?: string
}

/** The limits of a route that states none. */
export const defaultBodyLimits: BodyLimits = Object.freeze({
  bytes: limits.requestBody,
  structure: limits.jsonStructure,
})
