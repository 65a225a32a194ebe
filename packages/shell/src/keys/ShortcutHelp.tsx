import { Alert, Modal, useTranslation, type ShortcutGroup } from '@host/plugin-sdk'
import { useHasCharacterKeys, useShortcuts, type Shortcut } from '@host/plugin-sdk/shell'
import { Keys } from './Keys.tsx'

export interface ShortcutHelpProps {
  readonly open: boolean
  readonly onClose: () => void
}

const groups: readonly ShortcutGroup[] = ['page', 'list', 'go', 'general']

/** Every shortcut that holds on the open page. */
export default function ShortcutHelp({ open, onClose }: ShortcutHelpProps) {
  const { t } = useTranslation()
  const hasCharacterKeys = useHasCharacterKeys()
  const listed = listedShortcuts(useShortcuts())
  return (
    <Modal open={open} onClose={onClose} size="large" title={t('shell.keys.title')}>
      {!hasCharacterKeys && (
        <div className="mb-4">
          <Alert>{t('shell.keys.off')}</Alert>
        </div>
      )}
      <div className="columns-1 gap-8 sm:columns-2">
        {groups.map((group) => (
          <ShortcutGroupList key={group} group={group} shortcuts={listed.filter((one) => one.group === group)} />
        ))}
      </div>
    </Modal>
  )
}

interface ShortcutGroupListProps {
  readonly group: ShortcutGroup
  readonly shortcuts: readonly Shortcut[]
}

function ShortcutGroupList({ group, shortcuts }: ShortcutGroupListProps) {
  const { t } = useTranslation()
  if (shortcuts.length === 0) return null
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-1 text-xs font-medium text-subtle">{t(`shell.keys.groups.${group}`)}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex min-h-compact items-center justify-between gap-4 text-sm">
            <dt className="min-w-0 truncate">{label}</dt>
            <dd>
              <Keys keys={keys} isHeld />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Those of the page that have a name; of two with the same keys the one that would run. */
function listedShortcuts(shortcuts: readonly Shortcut[]): readonly Shortcut[] {
  const ofPage = shortcuts.filter(({ layer }) => layer === undefined)
  const byKeys = new Map(ofPage.map((shortcut) => [shortcut.keys, shortcut]))
  return [...byKeys.values()].filter(({ label }) => label !== undefined)
}
