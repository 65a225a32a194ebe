import { Button, CodeBlock, Modal, Secret, Tabs, useTranslation } from '@host/plugin-sdk'
import type { NewDdnsToken } from '../../shared.ts'
import { clientSetups } from './client-setups.ts'

export interface TokenReadyProps {
  readonly created: NewDdnsToken
  readonly onClose: () => void
}

/** A new token, this once, with the setup of each client. */
export function TokenReady({ created, onClose }: TokenReadyProps) {
  const { t } = useTranslation()
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('domains.ddns.saved')}
    </Button>
  )
  const setups = clientSetups(location.origin, created)
  return (
    <Modal
      open
      onClose={onClose}
      size="large"
      title={t('domains.ddns.ready', { name: created.name })}
      description={t('domains.ddns.readyHelp')}
      footer={done}
    >
      <div className="flex flex-col gap-5">
        <Secret once value={created.token} name={t('domains.ddns.theToken')} />
        <Tabs
          label={t('domains.ddns.clients')}
          tabs={setups.map(({ id, label, language, code }) => ({
            id,
            label,
            content: (
              <div className="flex flex-col gap-3">
                <p className="max-w-prose text-sm text-muted">{t(`domains.ddns.client.${id}`)}</p>
                <CodeBlock language={language} code={code} wrap />
              </div>
            ),
          }))}
        />
      </div>
    </Modal>
  )
}
