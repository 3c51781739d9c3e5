import { hardware } from '@hikmah/contract/hardware/endpoints'
import { type AppStream, streamPrefix } from '@hikmah/contract/hardware/schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../kit/api/data.ts'

/** The device id for a new device: a fresh one for each choice of app stream, and on request. */
export function useDeviceId(appStream: AppStream | '') {
  const [turn, setTurn] = useState(0)
  const { queryKey, ...query } = read(
    hardware.getUniqueDeviceId,
    { query: { appStream: streamPrefix[appStream || 'DEENKIOSK'] } },
    { withoutToken: true },
  )
  const { data, error, isFetching } = useQuery({
    ...query,
    queryKey: [...queryKey, turn],
    enabled: appStream !== '',
    // An id stays until another one is requested.
    staleTime: 'static',
    gcTime: 0,
  })
  return {
    deviceId: appStream === '' ? '' : (data?.data ?? ''),
    error,
    isFetching,
    another: () => setTurn((last) => last + 1),
  }
}
