import type { IdentityOptions, IdentityServices } from './identity.ts'
import { peopleService } from './people/people-service.ts'
import { profileService, type ProfileParts } from './profile/profile-service.ts'
import { recoveryService } from './recovery/recovery-service.ts'

/** Creates the services of accounts, for their users and for instance admins. */
export function openPeople(
  parts: ProfileParts & Pick<IdentityOptions, 'joined'>,
): Pick<IdentityServices, 'recovery' | 'profile' | 'people'> {
  return { recovery: recoveryService(parts), profile: profileService(parts), people: peopleService(parts) }
}
