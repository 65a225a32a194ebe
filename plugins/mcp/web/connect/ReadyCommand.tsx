import { useEffect, useRef } from 'react'
import { Alert, CodeBlock, useFormat, useTranslation } from '@host/plugin-sdk'
import type { ClientSetup } from './client-setups.ts'

/** A token with its secret, as it was created. */
export interface MintedAgentToken {
  readonly name: string
  readonly token: string
  readonly expiresAt: string | null
}

/** The setup of a client with the new token in it, this once. */
export function ReadyCommand({ setup, minted }: { readonly setup: ClientSetup; readonly minted: MintedAgentToken }) {
  const { t } = useTranslation()
  const format = useFormat()
  const start = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => start.current?.focus(), [])
  return (
    <div ref={start} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <Alert tone="warning" title={t('mcp.connect.once')}>
        {minted.expiresAt !== null &&
          t('mcp.connect.expires', { name: minted.name, date: format.date(minted.expiresAt) })}
      </Alert>
      <p className="max-w-prose text-sm">{t(`mcp.client.${setup.id}.ready`)}</p>
      <CodeBlock {...setup.withToken(minted.token)} wrap />
    </div>
  )
}
