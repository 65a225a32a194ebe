import { useMutation, useQuery } from '@host/plugin-sdk'
import {
  listInstanceEmails,
  listSystemEmails,
  previewInstanceEmail,
  previewSystemEmail,
  resetInstanceEmail,
  resetSystemEmail,
  saveInstanceEmail,
  saveSystemEmail,
  testInstanceEmail,
  testSystemEmail,
} from '../../shared.ts'

/** Whose texts are written: those of the workspace, or those of the instance. */
export type TextPlace = 'workspace' | 'instance'

/** The page of the list, by place. */
export const listPaths = { workspace: '/mail/system-emails', instance: '/system-emails' } as const

export function useSystemEmails(place: TextPlace) {
  const own = useQuery(listSystemEmails, undefined, { enabled: place === 'workspace' })
  const all = useQuery(listInstanceEmails, undefined, { enabled: place === 'instance' })
  return place === 'workspace' ? own : all
}

/** Calls that change the texts of a place. */
export function useTextCalls(place: TextPlace) {
  const own = { invalidates: [listSystemEmails] }
  const all = { invalidates: [listInstanceEmails] }
  const ofWorkspace = {
    save: useMutation(saveSystemEmail, own),
    reset: useMutation(resetSystemEmail, own),
    preview: useMutation(previewSystemEmail),
    test: useMutation(testSystemEmail),
  }
  const ofInstance = {
    save: useMutation(saveInstanceEmail, all),
    reset: useMutation(resetInstanceEmail, all),
    preview: useMutation(previewInstanceEmail),
    test: useMutation(testInstanceEmail),
  }
  return place === 'workspace' ? ofWorkspace : ofInstance
}
