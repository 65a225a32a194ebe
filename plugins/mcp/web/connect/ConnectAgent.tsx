import { useState } from 'react'
import { Tabs, useTranslation } from '@host/plugin-sdk'
import { ByHand } from './ByHand.tsx'
import { clientSetups } from './client-setups.ts'
import { ReadyCommand, type MintedAgentToken } from './ReadyCommand.tsx'
import { NewAgentToken } from './NewAgentToken.tsx'

/** One button creates the token of an agent; the setup of each client then contains it. */
export function ConnectAgent() {
  const { t } = useTranslation()
  const [minted, setMinted] = useState<MintedAgentToken>()
  const [scopes, setScopes] = useState<readonly string[]>([])
  return (
    <Tabs
      label={t('mcp.connect.clients')}
      search="client"
      tabs={clientSetups(location.origin).map((setup) => ({
        id: setup.id,
        label: t(`mcp.client.${setup.id}.name`),
        content:
          minted === undefined ? (
            <div className="flex flex-col gap-4">
              <NewAgentToken client={setup.id} scopes={scopes} onScopes={setScopes} onMinted={setMinted} />
              <ByHand setup={setup} />
            </div>
          ) : (
            <ReadyCommand setup={setup} minted={minted} />
          ),
      }))}
    />
  )
}
