/** Stage of the keys of a sending domain; see `server/models/senders.ts`. */
export const signingStages = ['publishing', 'waiting', 'signing', 'retiring', 'removing'] as const
export type SigningStage = (typeof signingStages)[number]

export const senderStates = ['unknown', 'ready', 'not_ready'] as const
export type SenderState = (typeof senderStates)[number]

/** A line of the readiness of a sending domain. */
export interface ReadinessLine {
  readonly id: string
}
