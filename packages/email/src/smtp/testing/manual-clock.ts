import type { SmtpClock } from '../clock.ts'

interface Appointment {
  readonly at: number
  readonly action: () => void
}

/** Time that passes when a test says so. */
export class ManualClock implements SmtpClock {
  #now = 1_800_000_000_000
  readonly #appointments = new Set<Appointment>()

  get pending(): number {
    return this.#appointments.size
  }

  now(): number {
    return this.#now
  }

  after(milliseconds: number, action: () => void): () => void {
    const appointment = { at: this.#now + milliseconds, action }
    this.#appointments.add(appointment)
    return () => void this.#appointments.delete(appointment)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
    for (const appointment of this.#appointments) {
      if (appointment.at > this.#now) continue
      this.#appointments.delete(appointment)
      appointment.action()
    }
  }
}
