import { problemTypes, type AcmeErrorCode, type AcmeProblem } from '../acme-error.ts'
import { acmeLimits } from '../acme-limits.ts'
import { asFields, optionalText, type AnswerFields } from './answer-fields.ts'

const prefix = 'urn:ietf:params:acme:error:'

/** A problem, and those of single names within it (RFC 8555, section 6.7.1). Bounded, and it never throws. */
export function readProblems(fields: AnswerFields): readonly [AcmeProblem, ...AcmeProblem[]] {
  const within = Array.isArray(fields['subproblems']) ? fields['subproblems'].slice(0, acmeLimits.names) : []
  return [readProblem(fields), ...within.filter(isObject).map((each) => readProblem(asFields(each)))]
}

function readProblem(fields: AnswerFields): AcmeProblem {
  const { identifier } = fields
  return {
    code: codeOf(optionalText(fields, 'type') ?? ''),
    detail: oneLine(optionalText(fields, 'detail') ?? 'The authority gives no reason.'),
    name: isObject(identifier) ? optionalText(asFields(identifier), 'value')?.slice(0, 253) : undefined,
  }
}

function codeOf(type: string): AcmeErrorCode {
  const name = type.startsWith(prefix) ? type.slice(prefix.length) : ''
  return problemTypes.find((each) => each === name) ?? 'problem'
}

/** Without control characters, which could write lines of their own into a log or a terminal. */
function oneLine(text: string): string {
  return text
    .slice(0, acmeLimits.detail)
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
