-- The limit of the interface, three texts in five minutes, needs no captcha.
update settings set value = '3' where key = 'otp.texts_before_captcha' and value = '2';
