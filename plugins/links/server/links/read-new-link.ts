import { Problem, type FieldProblem } from '@host/plugin'
import { issueSentence } from '@host/plugin/wire'
import { NewLink } from '../../shared.ts'
import type { NewLink as Input } from './create-link.ts'

/** Reads a new link that comes from elsewhere than an endpoint. @throws Problem `invalid_input` */
export function readNewLink(given: Readonly<Record<string, unknown>>): Input {
  const result = NewLink.safeParse(given)
  if (result.success) return result.data
  const errors = result.error.issues.map((issue): FieldProblem => {
    const [field = ''] = issue.path.map(String)
    return { path: field, message: issueSentence({ ...issue }, given[field]) ?? issue.message }
  })
  throw new Problem('invalid_input', { errors })
}
