import type { ServiceToken } from '@host/plugin'
import { People, Profile, Recovery } from '@host/plugin/platform'
import type { IdentityOptions, ProvidedService } from './identity.ts'
import { peopleService } from './people/people-service.ts'
import { profileService, type ProfileParts } from './profile/profile-service.ts'
import { recoveryService } from './recovery/recovery-service.ts'

/** Creates the services of accounts, for their users and for instance admins. */
export function openPeople(parts: ProfileParts & Pick<IdentityOptions, 'joined'>): readonly ProvidedService[] {
  return [
    provided(Recovery, recoveryService(parts)),
    provided(Profile, profileService(parts)),
    provided(People, peopleService(parts)),
  ]
}

function provided<Service>(token: ServiceToken<Service>, service: Service): ProvidedService {
  return Object.freeze([token as ServiceToken<unknown>, service] as const)
}
