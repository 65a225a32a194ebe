/** The message of an event. */
export interface Message {
  readonly type: string
  /** When it happened, ISO 8601. */
  readonly at: string
  readonly orgId?: string
  readonly data: unknown
  readonly isTest?: boolean
}

/** The body of a message as the Standard Webhooks specification has it, the same at every try. */
export function messageBody({ type, at, orgId, data, isTest = false }: Message): string {
  return JSON.stringify({ type, timestamp: at, workspaceId: orgId, ...(isTest ? { test: true } : {}), data })
}
