/**
 * A tool call becomes a call of its route, which authorizes it. Each call writes an audit log entry, whatever its
 * outcome.
 */
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server'
import { Problem, type Language } from '@host/plugin'
import { wordingIn, type ApiCall } from '@host/plugin/platform'
import type { Parts } from '../parts.ts'
import type { AgentScope } from '../serve/server-for.ts'
import type { Tool } from './tool.ts'
import { readArguments, type ToolArguments } from './read-arguments.ts'
import { failure, pendingOutcome, toolOutcome, type ToolOutcome } from './tool-result.ts'

/** A tool call of a client. */
export interface ToolCall {
  readonly name: string
  readonly input: unknown
  readonly signal: AbortSignal
}

/** Calls a tool. @throws ProtocolError for an unknown tool, and any error behind it */
export async function callTool(
  parts: Parts,
  scope: AgentScope,
  { name, input, signal }: ToolCall,
): Promise<CallToolResult> {
  const tool = parts.tools().find(name)
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${name.slice(0, 100)}".`)
  }
  const given = readArguments(tool, input)
  const { isDryRun } = given
  const { outcome, result } = await outcomeOf(parts, scope, { tool, given, signal }).catch(async (error: unknown) => {
    await record(parts, scope, { tool, outcome: 'failed', isDryRun }).catch(() => undefined)
    throw error
  })
  await record(parts, scope, { tool, outcome, isDryRun })
  return result
}

interface ReadCall {
  readonly tool: Tool
  readonly given: ToolArguments
  readonly signal: AbortSignal
}

async function outcomeOf(parts: Parts, scope: AgentScope, asked: ReadCall): Promise<ToolOutcome> {
  const { tool, given } = asked
  if (given.fault !== undefined) return failure('invalid_input', [given.fault, 'Code: invalid_input'])
  try {
    if (tool.needsApproval && !given.isDryRun) return await askFirst(parts, scope, asked)
    return await toolOutcome(tool, await parts.calls.call(scope.request, callOf(asked)), given.isDryRun)
  } catch (error) {
    if (error instanceof Problem) return problemFailure(error, scope.language)
    throw error
  }
}

/** A call that would be refused is refused without an approval. */
async function askFirst(parts: Parts, scope: AgentScope, asked: ReadCall): Promise<ToolOutcome> {
  const { tool, given } = asked
  const { input, idempotencyKey } = given
  const rehearsal = await parts.calls.call(scope.request, { ...callOf(asked), dryRun: true })
  if (!rehearsal.ok) return await toolOutcome(tool, rehearsal, true)
  const { route, name } = tool
  return pendingOutcome(await parts.approvals.request(scope, { route, tool: name, input, idempotencyKey }))
}

function callOf({ tool: { pattern }, given, signal }: ReadCall): ApiCall {
  const { input, idempotencyKey, isDryRun } = given
  return { pattern, input, idempotencyKey, dryRun: isDryRun, signal }
}

/** A refusal that stands before any route: of who calls, or of asking for an approval. */
function problemFailure({ code, message, options }: Problem, language: Language): ToolOutcome {
  const said = [options.detail ?? message, options.nextStep].flatMap((wording) =>
    wording === undefined ? [] : [wordingIn(wording, language)],
  )
  return failure(code, [...said, `Code: ${code}`])
}

interface CalledTool {
  readonly tool: Tool
  readonly outcome: string
  readonly isDryRun: boolean
}

async function record(
  { ctx }: Parts,
  { orgId, userId }: AgentScope,
  { tool, outcome, isDryRun }: CalledTool,
): Promise<void> {
  await ctx.audit.record({
    orgId,
    action: 'tool.called',
    actor: { kind: 'agent', id: userId },
    target: `tool:${tool.name}`,
    after: { outcome, dryRun: isDryRun },
  })
}
