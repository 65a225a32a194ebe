import type { ApprovalDetails } from '../../shared/approvals.ts'
import { visibleJson, visibleText } from './visible-text.ts'

/** An answer as it is read: JSON in lines, anything else as the text that it is. */
export function shownAnswer({ body }: NonNullable<ApprovalDetails['answer']>): string {
  try {
    return visibleJson(JSON.parse(body))
  } catch {
    return body.split('\n').map(visibleText).join('\n')
  }
}
