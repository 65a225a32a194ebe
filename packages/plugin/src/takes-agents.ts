import type { Endpoint } from './endpoint.ts'
import type { DescribedAnswer } from './mux.ts'
import { parsePattern } from './pattern.ts'

/** The part of a definition that decides whether agents may call the route. */
export interface AgentFacts {
  readonly pattern: string
  readonly agents?: boolean | undefined
  /** How agents are offered it. */
  readonly mcp?: Endpoint['mcp'] | undefined
  readonly audit?: string | false | undefined
  readonly answers?: Readonly<Record<number, DescribedAnswer>> | undefined
}

/**
 * Whether a route takes the token of an agent: the definition's `agents`, else tools, and reads other than exports.
 * @example takesAgents({ pattern: 'POST /api/x/notes/notes' }) // false
 * @since 1.0.0
 */
export function takesAgents({ pattern, agents, mcp = false, audit = false, answers = {} }: AgentFacts): boolean {
  if (agents !== undefined) return agents
  if (mcp !== false) return true
  const { method } = parsePattern(pattern)
  const answersFile = Object.keys(answers).some((status) => Number(status) < 300)
  return (method === 'GET' || method === 'HEAD') && audit === false && !answersFile
}
