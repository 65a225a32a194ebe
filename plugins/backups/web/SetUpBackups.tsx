import { CodeBlock, Panel, useTranslation } from '@host/plugin-sdk'

const makeKey = './host backups key backup.key'
const variables = `HOST_BACKUP=/srv/backups
HOST_BACKUP_RECIPIENT=<the line that "host backups key" printed>`
const byHand = './host backup --to /srv/backups'

/** How backups are set up, with commands to copy. */
export function SetUpBackups() {
  const { t } = useTranslation()
  return (
    <Panel title={t('backups.setUp.title')}>
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          <p className="mb-2">{t('backups.setUp.key')}</p>
          <CodeBlock language={t('backups.setUp.shell')} code={makeKey} />
        </li>
        <li>
          <p className="mb-2">{t('backups.setUp.variables')}</p>
          <CodeBlock language={t('backups.setUp.environment')} code={variables} />
        </li>
        <li>
          <p className="mb-2">{t('backups.setUp.byHand')}</p>
          <CodeBlock language={t('backups.setUp.shell')} code={byHand} />
        </li>
      </ol>
    </Panel>
  )
}
