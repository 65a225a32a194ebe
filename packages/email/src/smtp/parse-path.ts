import { isMailbox } from './mailbox.ts'

/** The address of a MAIL or RCPT command, and its parameters. */
export interface PathArgument {
  /** Empty for the null sender. */
  readonly address: string
  /** Keywords in upper case; `undefined` is the value of one without "=". */
  readonly parameters: ReadonlyMap<string, string | undefined>
}

/** Why an argument was refused. */
export type PathProblem = 'syntax' | 'address' | 'parameters'

const maxParameters = 20
const prefixes = { FROM: /^FROM: ?</i, TO: /^TO: ?</i } as const
const sourceRoute = /^@[\w.,@-]{1,255}:/

/** Reads `FROM:<user@example.com> SIZE=100`. A space before "<" is tolerated, and source routes are left out. */
export function parsePath(argument: string, keyword: 'FROM' | 'TO'): PathArgument | PathProblem {
  const prefix = prefixes[keyword].exec(argument)?.[0]
  if (prefix === undefined) return 'syntax'
  const rest = argument.slice(prefix.length)
  const end = endOfPath(rest)
  if (end === -1) return 'syntax'
  const address = rest.slice(0, end).replace(sourceRoute, '')
  if (!isPath(address, keyword)) return 'address'
  const parameters = readParameters(rest.slice(end + 1))
  return parameters === undefined ? 'parameters' : { address, parameters }
}

function isPath(address: string, keyword: 'FROM' | 'TO'): boolean {
  if (keyword === 'FROM' && address === '') return true
  return isMailbox(address) || (keyword === 'TO' && address.toLowerCase() === 'postmaster')
}

/** The index of ">", which may also be inside quotes. */
function endOfPath(text: string): number {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') isQuoted = !isQuoted
    else if (char === '\\' && isQuoted) at += 1
    else if (char === '>' && !isQuoted) return at
  }
  return -1
}

function readParameters(text: string): ReadonlyMap<string, string | undefined> | undefined {
  const parameters = new Map<string, string | undefined>()
  if (text !== '' && !text.startsWith(' ')) return undefined
  const words = text.split(' ').filter((word) => word !== '')
  if (words.length > maxParameters) return undefined
  for (const word of words) {
    const found = /^(?<keyword>[a-z\d][a-z\d-]*)(?:=(?<value>[!-<>-~]+))?$/i.exec(word)?.groups
    const keyword = found?.['keyword']?.toUpperCase()
    if (keyword === undefined || parameters.has(keyword)) return undefined
    parameters.set(keyword, found?.['value'])
  }
  return parameters
}
