import Bowser from 'bowser'

export function readAgent(userAgent: string) {
  const named = (part: { name?: string; version?: string } | undefined, fallback: string) =>
    [part?.name, part?.version?.split('.')[0]].filter(Boolean).join(' ') || fallback
  if (userAgent === '') return { browser: 'Unknown', operatingSystem: 'Unknown', device: 'Unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const device = [platform.vendor, platform.model].filter(Boolean).join(' ') || platform.type || 'desktop'
  return {
    browser: named(browser, 'Unknown'),
    operatingSystem: named({ ...os, version: os.versionName ?? os.version ?? '' }, 'Unknown'),
    device: device.charAt(0).toUpperCase() + device.slice(1),
  }
}
