import { channel } from 'node:diagnostics_channel'
import { outboundChannel, type OutboundCall } from '../services/outbound.ts'

/** Tells whoever listens how a request ended. */
export async function observed<Answer>(request: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await request
    tell({ hasFailed: false })
    return answer
  } catch (error) {
    tell({ hasFailed: true })
    throw error
  }
}

function tell(ended: OutboundCall): void {
  channel(outboundChannel).publish(ended)
}
