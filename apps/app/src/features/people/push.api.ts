import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type DevicePush, onPermissionChange, readDevicePush, turnOff, turnOn } from '../../platform/push.ts'

const queryKey = ['push']

/** The push state of this device, and functions to change it. */
export function useDevicePush() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: readDevicePush, staleTime: 0 })
  useEffect(() => onPermissionChange(() => void refetch()), [refetch])
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn() : turnOff()),
    onSuccess: (state) => {
      client.setQueryData<DevicePush>(queryKey, state)
    },
  })
  return { state: data, error: data ? null : error, retry: () => void refetch(), change }
}
