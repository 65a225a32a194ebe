import { Button, CodeBlock, DialogActions, Modal, Secret, useTranslation, type EndpointOutput } from '@host/plugin-sdk'
import { exampleOf } from '../records/record-types.ts'
import type { createZoneKey, ZoneDetails, ZoneServer } from '../../shared.ts'

export interface KeySecretProps {
  readonly zone: ZoneDetails
  readonly server: ZoneServer
  readonly created: EndpointOutput<typeof createZoneKey>
  readonly onClose: () => void
}

/** A new key, with its secret and ready commands. */
export function KeySecret({ zone, server, created: { key, secret }, onClose }: KeySecretProps) {
  const { t } = useTranslation()
  return (
    <Modal open onClose={onClose} size="large" title={t('domains.served.keys.created', { name: key.label })}>
      <div className="flex flex-col gap-4">
        <Secret once value={secret} name={t('domains.served.keys.secret')} />
        <CodeBlock language={t('domains.served.keys.file')} code={keyFile(key, secret)} />
        {key.names.length > 0 && <CodeBlock language="nsupdate" code={updateCommands(zone, server, key)} />}
        {key.mayTransfer && (
          <CodeBlock language="dig" code={`dig @${server.names[0]} -k zone.key ${zone.asciiName} AXFR`} />
        )}
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            {t('domains.served.keys.done')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}

/** As BIND, nsupdate and dig read it. */
function keyFile({ name, algorithm }: KeySecretProps['created']['key'], secret: string): string {
  return `key "${name}" {\n  algorithm ${algorithm};\n  secret "${secret}";\n};\n`
}

function updateCommands(
  { asciiName }: ZoneDetails,
  { names: servers }: ZoneServer,
  { names: [name = asciiName], types: [type = 'TXT'] }: KeySecretProps['created']['key'],
): string {
  const owner = name.startsWith('*.') ? `host${name.slice(1)}` : name
  return [
    'nsupdate -k zone.key <<END',
    `server ${servers[0]}`,
    `zone ${asciiName}`,
    `update add ${owner}. 60 ${type} ${exampleOf(type)}`,
    'send',
    'END',
  ].join('\n')
}
