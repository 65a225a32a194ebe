import { Icon, useTranslation } from '@host/plugin-sdk'
import { classNames, useDictionaries } from '@host/plugin-sdk/shell'
import type { SidebarGroup } from './sidebar-areas.ts'

export interface SidebarHeadingProps {
  readonly group: Pick<SidebarGroup<unknown>, 'id' | 'label' | 'textKeys'>
  readonly isFolded: boolean
  /** How much waits on the pages of the group, which shows while it is folded. */
  readonly waiting: number
  readonly onToggle: () => void
}

/** The name of a group, which folds it. Entries before all groups have none. */
export function SidebarHeading({ group, isFolded, waiting, onToggle }: SidebarHeadingProps) {
  const { t } = useTranslation()
  const name = useGroupName(group)
  if (group.label === undefined) return null
  return (
    <h2>
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={`group-${group.id}`}
        onClick={onToggle}
        className="group mb-0.5 flex h-7 w-full items-center gap-1 rounded-control px-2 text-xs font-medium text-subtle hover:text-fg"
      >
        {name}
        {isFolded && waiting > 0 && (
          <>
            <span aria-hidden className="ml-1 size-2 rounded-full bg-accent" />
            <span className="sr-only">{t('shell.nav.waitingInside', { count: waiting })}</span>
          </>
        )}
        <Icon
          name="chevron-down"
          size={12}
          className={classNames(
            'transition-[rotate,opacity]',
            isFolded ? '-rotate-90' : 'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
      </button>
    </h2>
  )
}

/** In the reader's language; nothing while the texts that may have it are on their way. */
function useGroupName({ label, textKeys }: SidebarHeadingProps['group']): string | undefined {
  const { t } = useTranslation()
  const translated = textKeys.map((key) => ({ key, text: t(key) })).find(({ key, text }) => text !== key)?.text
  const missing = translated === undefined ? textKeys.map((key) => key.slice(0, key.indexOf('.'))) : []
  const isLoaded = useDictionaries(missing)
  return translated ?? (isLoaded ? label : undefined)
}
