-- Events that report a fact without booking it, by the name of what they report: repeats, stages of
-- a transfer, and what was booked from a provider's list before. Most events book their fact, and a
-- posting finds those by its time, so they are not in it.
create index inbox_unbooking on inbox (event_key text_pattern_ops)
  where outcome not in ('credited', 'settled');
