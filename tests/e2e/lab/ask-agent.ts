import assert from 'node:assert/strict'
import { allScopes, connectAgent, mintToken, textOf } from '../../spec/lab/agents.ts'
import type { Visitor } from '../../spec/lab/visitor.ts'

/** A call of an agent with all that its person may do. */
export interface AgentCall {
  readonly url: string
  readonly person: Visitor
  readonly name: string
  readonly input: Record<string, unknown>
}

/** Has an agent ask for a call that needs an approval. @returns the id of the approval */
export async function askAgent({ url, person, name, input }: AgentCall): Promise<string> {
  await using agent = await connectAgent(url, await mintToken(person, await allScopes(person)))
  const answer = await agent.callTool({ name, arguments: input })
  assert.match(textOf(answer), /waiting for approval by a workspace admin/)
  return (answer.structuredContent as { approvalId: string }).approvalId
}
