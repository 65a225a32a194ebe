import { useCommand, useNavigate, useShortcut, useTranslation } from '@host/plugin-sdk'
import type { Folder, Mailbox } from '../../shared.ts'
import type { CurrentRow } from './list/useCurrentRow.ts'
import type { EmailSelection } from './useEmailSelection.ts'
import type { MailActions } from './useMailActions.ts'
import type { MailView } from './useMailView.ts'

export interface MailKeysOptions {
  readonly view: MailView
  readonly mailboxes: readonly Mailbox[]
  readonly actions: MailActions
  readonly selection: EmailSelection
  readonly current: CurrentRow
}

/** The keys of the page. Those that change something are in the palette, too. */
export function useMailKeys(options: MailKeysOptions): void {
  useListKeys(options)
  useChangeKeys(options.actions)
  useAnswerKeys(options.actions)
  useFolderKeys(options)
}

function useListKeys({ view, actions, selection, current }: MailKeysOptions): void {
  const { t } = useTranslation()
  const list = { group: 'list' } as const
  const isOpen = view.openId !== null
  const choose = (isRange: boolean) => current.id !== undefined && selection.choose(current.id, isRange)
  const open = () => current.id !== undefined && actions.open(current.id)
  useShortcut('j', () => actions.go(1), { ...list, label: t('mail.emails.keys.next'), repeats: true })
  useShortcut('k', () => actions.go(-1), { ...list, label: t('mail.emails.keys.previous'), repeats: true })
  useShortcut('ArrowDown', () => actions.go(1), { enabled: !isOpen, repeats: true })
  useShortcut('ArrowUp', () => actions.go(-1), { enabled: !isOpen, repeats: true })
  useShortcut('o', open, { ...list, label: t('mail.emails.keys.open') })
  useShortcut('Enter', open, { enabled: !isOpen })
  useShortcut('u', actions.close, { ...list, label: t('mail.emails.keys.back'), enabled: isOpen })
  useShortcut('x', () => choose(false), { ...list, label: t('mail.emails.keys.choose') })
  useShortcut('shift+x', () => choose(true), { ...list, label: t('mail.emails.keys.chooseRange') })
  useShortcut('Escape', () => (selection.selection.isEmpty ? actions.close() : selection.selection.clear()), {
    ...list,
    label: t('mail.emails.keys.clear'),
    enabled: isOpen || !selection.selection.isEmpty,
  })
}

function useChangeKeys({ targets, ...actions }: MailActions): void {
  const { t } = useTranslation()
  const enabled = targets.length > 0
  const isTrash = enabled && targets.every(({ folder }) => folder === 'trash')
  const command = (name: string) => ({ id: `mail.${name}`, enabled, label: t(`mail.emails.${name}`) })
  useCommand({ ...command('archive'), icon: 'archive', keys: 'e', run: () => actions.move('archive') })
  useCommand({
    ...command(isTrash ? 'delete' : 'trash'),
    icon: 'trash',
    keys: '#',
    run: () => (isTrash ? actions.askDelete() : actions.move('trash')),
  })
  useCommand({ ...command('spam'), icon: 'shield-alert', keys: '!', run: () => actions.move('spam') })
  useCommand({ ...command('toInbox'), icon: 'inbox', run: () => actions.move('inbox') })
  useCommand({ ...command('toggleRead'), icon: 'mail-open', keys: 'm', run: actions.toggleRead })
  useCommand({ ...command('undo'), icon: 'undo-2', enabled: true, keys: 'z', run: actions.undo })
}

function useAnswerKeys({ targets, answer }: MailActions): void {
  const { t } = useTranslation()
  const enabled = targets.length === 1
  const command = (name: string) => ({ id: `mail.${name}`, enabled, label: t(`mail.emails.${name}`) })
  useCommand({ ...command('reply'), icon: 'reply', keys: 'r', run: () => answer('reply') })
  useCommand({ ...command('replyAll'), icon: 'reply-all', keys: 'a', run: () => answer('reply-all') })
  useCommand({ ...command('forward'), icon: 'forward', keys: 'f', run: () => answer('forward') })
}

const folderKeys = [
  ['inbox', 'g i'],
  ['sent', 'g t'],
  ['drafts', 'g d'],
  ['archive', 'g e'],
  ['spam', 'g j'],
  ['trash', 'g b'],
] as const satisfies readonly (readonly [Folder | 'drafts', string])[]

/** Each folder of the mailbox that is shown; with several mailboxes and none of them chosen, the inboxes. */
function useFolderKeys({ view, mailboxes }: MailKeysOptions): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const hasFolders = view.mailboxId !== undefined || mailboxes.length === 1
  const options = (folder: Folder | 'drafts') =>
    ({
      group: 'list',
      label: t(`mail.emails.folder.${folder}`),
      enabled: hasFolders || folder === 'inbox' || folder === 'drafts',
    }) as const
  const go = (folder: Folder | 'drafts') =>
    navigate(folder === 'drafts' ? '/mail/drafts' : view.folderAddress(folder, view.mailboxId))
  const [inbox, sent, drafts, archive, spam, trash] = folderKeys
  useShortcut(inbox[1], () => go('inbox'), options('inbox'))
  useShortcut(sent[1], () => go('sent'), options('sent'))
  useShortcut(drafts[1], () => go('drafts'), options('drafts'))
  useShortcut(archive[1], () => go('archive'), options('archive'))
  useShortcut(spam[1], () => go('spam'), options('spam'))
  useShortcut(trash[1], () => go('trash'), options('trash'))
}
