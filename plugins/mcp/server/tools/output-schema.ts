/**
 * The output of a tool as an object: other outputs are wrapped in `result`. A writing tool may also answer that it was
 * a dry run, and one that needs an approval that it waits for one.
 */
import { nothing, type Endpoint, type JsonSchema } from '@host/plugin'

/** How a tool answers. */
export interface ToolOutput {
  readonly isWrapped: boolean
  /** Undefined for a tool that answers nothing that has a form. */
  readonly schema: (JsonSchema & { readonly type: 'object' }) | undefined
}

const dryRunSchema: JsonSchema = {
  type: 'object',
  title: 'A dry run',
  properties: { dryRun: { const: true } },
  required: ['dryRun'],
}

const pendingSchema: JsonSchema = {
  type: 'object',
  title: 'Waiting for approval',
  properties: { status: { const: 'pending' }, approvalId: { type: 'string' }, expiresAt: { type: 'string' } },
  required: ['status', 'approvalId'],
}

/** The form of a tool's answers. */
export function outputOf(endpoint: Endpoint, options: { isWriting: boolean; needsApproval: boolean }): ToolOutput {
  const { $schema: _, ...own } = endpoint.output === nothing ? {} : endpoint.jsonSchema('output')
  // The output form is unknown: the check for objects happens at run time.
  if (Object.keys(own).length === 0) return { isWrapped: false, schema: undefined }
  const isWrapped = own['type'] !== 'object'
  // It points at its own root, which would stand deeper here.
  if (JSON.stringify(own).includes('"$ref":"#"')) return { isWrapped, schema: undefined }
  const { $defs, definitions, ...answer } = own
  const shared = { ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) }
  const given: JsonSchema = isWrapped
    ? { type: 'object', properties: { result: answer }, required: ['result'] }
    : { ...answer, type: 'object' }
  const others = [...(options.isWriting ? [dryRunSchema] : []), ...(options.needsApproval ? [pendingSchema] : [])]
  const schema = others.length === 0 ? { ...given, ...shared } : { anyOf: [given, ...others], ...shared }
  return { isWrapped, schema: { ...schema, type: 'object' } }
}
