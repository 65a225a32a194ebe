import { Problem } from '@host/plugin'
import type { PeopleService, SignInChanges } from '@host/plugin/platform'
import type { RecoveryParts } from '../recovery/recovery-service.ts'
import { listAccounts, readAccount } from './account-list.ts'
import { changeAccount, signOutAccount } from './change-account.ts'
import { releaseAddress } from './release-address.ts'
import { readSignInPolicy, writeSignInPolicy } from './sign-in-policy.ts'

/** Dependencies of the instance's people. */
export type PeopleParts = Pick<RecoveryParts, 'db' | 'live' | 'mail' | 'recorder' | 'clock'>

/** Makes the service `People`. */
export function peopleService(parts: PeopleParts): PeopleService {
  const { db, mail } = parts
  return Object.freeze<PeopleService>({
    list: (request) => listAccounts(db, request),
    read: (userId) => readAccount(db, userId),
    change: async (target, changes) => {
      await changeAccount(parts, target, changes)
      return readAccount(db, target.userId)
    },
    releaseAddress: async (target) => {
      await releaseAddress(parts, target)
      return readAccount(db, target.userId)
    },
    signOut: (target) => signOutAccount(parts, target),
    readSignIn: async () => ({ ...(await readSignInPolicy(db)), canSendMail: await mail.canSend() }),
    changeSignIn: (actorId, policy) => changeSignIn(parts, actorId, policy),
  })
}

async function changeSignIn(
  { db, live, mail, recorder }: PeopleParts,
  actorId: string,
  { registration, requireSecondFactor }: SignInChanges,
): Promise<void> {
  if (registration === true && !(await mail.canSend())) throw needsMail()
  await db.transaction(async (queries) => {
    const before = await readSignInPolicy(queries)
    const after = {
      registration: registration ?? before.registration,
      requireSecondFactor: requireSecondFactor ?? before.requireSecondFactor,
    }
    await writeSignInPolicy(queries, after)
    await recorder.record({ kind: 'sign_in.changed', actorId, before, after })
  })
  await live.forget({ everybody: true })
}

function needsMail(): Problem {
  return new Problem('conflict', {
    detail: {
      en: "Registration needs email, and this instance can't send any.",
      zh: '注册需要向新账户发送链接，而此实例未配置邮件发送。',
    },
    nextStep: {
      en: 'Set HOST_PUBLIC_URL, and set up email under Instance → Settings.',
      zh: '请设置 HOST_PUBLIC_URL，并在“实例 → 设置”中配置邮件。',
    },
  })
}
