-- What is read as a count takes counts alone.
update settings set kind = 'count'
where key in ('otp.texts_per_hour', 'otp.mails_per_hour', 'identity.history_days')
  and value ~ '^(0|[1-9][0-9]{0,7})$';
