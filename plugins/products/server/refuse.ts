import { Problem, type Wording } from '@host/plugin'

/** The problem of a field of an input. */
export function wrongField(path: string, message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}
