import type { ProfileService, WorkspacesService } from '@host/plugin/platform'
import type { RecoveryParts } from '../recovery/recovery-service.ts'
import { changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { deleteAccount } from './delete-account.ts'
import { rename } from './rename.ts'

/** Dependencies of the profile. */
export interface ProfileParts extends RecoveryParts {
  /** Leaves a workspace as a member does. */
  readonly leave: WorkspacesService['leave']
}

/** Makes the service `Profile`. */
export function profileService(parts: ProfileParts): ProfileService {
  return Object.freeze<ProfileService>({
    rename: (request, name) => rename(parts, request, name),
    changePassword: (request, given) => changePassword(parts, request, given),
    changeEmail: (request, email) => changeEmail(parts, request, email),
    deleteAccount: (request, email) => deleteAccount(parts, request, email),
  })
}
