import type { WebhookEvent } from '../../shared.ts'

/** The message of an event, with the data of its example. */
export function exampleMessage({
  name,
  example,
}: Pick<WebhookEvent, 'name' | 'example'>): Readonly<Record<string, unknown>> {
  return {
    type: name,
    timestamp: '2026-01-31T08:15:00.000Z',
    workspaceId: 'org_01h2xcejqtf2nbrexx3vqjhp41',
    data: example,
  }
}
