/** Route answers for agents: successes as data, failures with the next step. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ApprovalReceipt } from '../approvals/approval-request.ts'
import { longestAnswer, readAnswer } from './read-answer.ts'
import type { Tool } from './tool.ts'

/** How a call ended, for the audit log: `done`, `dry_run`, `pending`, or the code of the problem. */
export interface ToolOutcome {
  readonly outcome: string
  readonly result: CallToolResult
}

const firstFailure = 400

/** The tool result of a response. */
export async function toolOutcome(tool: Tool, response: Response, isDryRun: boolean): Promise<ToolOutcome> {
  const answer = await readAnswer(response)
  if (response.status >= firstFailure) {
    return answer.kind === 'text' ? problemOutcome(answer.text, response.status) : failure('failed', [nothingSaid])
  }
  if (isDryRun) return { outcome: 'dry_run', result: data({ dryRun: true }, dryRunDone) }
  if (answer.kind === 'empty') return { outcome: 'done', result: withoutData(tool, 'Done.') }
  if (answer.kind !== 'text') return failure(answer.kind, adviceFor[answer.kind])
  if (!answer.isJson) return { outcome: 'done', result: withoutData(tool, answer.text) }
  return { outcome: 'done', result: dataOf(tool, answer.text) }
}

/** A call that waits for an approval. */
export function pendingOutcome({ id: approvalId, status, expiresAt }: ApprovalReceipt): ToolOutcome {
  const text =
    status === 'pending'
      ? `The call is waiting for approval by a workspace admin. Check it with mcp_read_approval, id ${approvalId}, at most once a minute. It expires at ${expiresAt}.`
      : `This call was already requested with the same key and is ${status}. Read it with mcp_read_approval, id ${approvalId}.`
  return { outcome: 'pending', result: data({ status: 'pending', approvalId, expiresAt }, text) }
}

/** A call that failed, or whose response can't be returned. */
export function failure(outcome: string, lines: readonly string[]): ToolOutcome {
  return { outcome, result: { isError: true, content: [{ type: 'text', text: lines.join('\n') }] } }
}

const dryRunDone = 'Dry run: rights and input are valid. Nothing was changed.'
const nothingSaid = 'The call failed without details.'
const adviceFor = {
  too_long: [
    `The result is larger than ${longestAnswer / 1024 / 1024} MiB and was omitted.`,
    'Next step: request less, with a smaller limit or a narrower filter, page by page.',
  ],
  stream: ["The result is a stream, which tools can't return.", 'Next step: open it in the product.'],
  binary: ["The result is a file, which tools can't return.", 'Next step: download it in the product.'],
} as const

function data(content: Readonly<Record<string, unknown>>, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...content } }
}

function dataOf({ isWrapped }: Tool, text: string): CallToolResult {
  const value: unknown = JSON.parse(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return data(isObject && !isWrapped ? (value as Record<string, unknown>) : { result: value }, text)
}

/** Output without a promised form must still be structured data. */
function withoutData({ listed, isWrapped }: Tool, text: string): CallToolResult {
  if (listed.outputSchema === undefined) return { content: [{ type: 'text', text }] }
  return data(isWrapped ? { result: text } : {}, text)
}

interface SentProblem {
  readonly code?: unknown
  readonly title?: unknown
  readonly detail?: unknown
  readonly nextStep?: unknown
  readonly errors?: unknown
}

function problemOutcome(text: string, status: number): ToolOutcome {
  const { code, title, detail, nextStep, errors } = readProblem(text)
  const outcome = typeof code === 'string' ? code : `status_${status}`
  const fields = (Array.isArray(errors) ? (errors as readonly unknown[]) : []).flatMap(fieldLine)
  return failure(outcome, [
    ...said(title),
    ...said(detail),
    ...fields,
    ...said(nextStep).map((step) => `Next step: ${step}`),
    `Code: ${outcome}`,
  ])
}

function readProblem(text: string): SentProblem {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function said(text: unknown): readonly string[] {
  return typeof text === 'string' && text !== '' ? [text] : []
}

function fieldLine(field: unknown): readonly string[] {
  if (typeof field !== 'object' || field === null) return []
  const { path, message } = field as { readonly path?: unknown; readonly message?: unknown }
  return [`- ${path === '' ? 'the input' : String(path)}: ${String(message)}`]
}
