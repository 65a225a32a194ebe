import type { Page } from 'playwright-core'

/** A device that keeps passkeys. */
export interface VirtualDevice {
  /** Whether the device's owner is present; if so, they confirm every request, also an autofill offer. */
  setPresent(isPresent: boolean): Promise<void>
}

/** Gives a page a device of its own that keeps passkeys, with its owner in front of it. */
export async function carryPasskeys(page: Page): Promise<VirtualDevice> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresent: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}
